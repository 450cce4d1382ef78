/** What of chosen rules cannot work together, said at the option at once; the server checks all of it when they are used. */

import { nakWords } from '../refused';

/** For each option that stands against others the sentence that says why; `of` gives what an option is set to. */
export function impossible(of: (option: string) => unknown, players: number): Record<string, string> {
  const found: Record<string, string> = {};
  const against = (where: string, reason: string, rule: string, params: Record<string, unknown> = {}): void => {
    found[where] = nakWords({ code: 'rules', message: '', reason, rule, params: { where, ...params } });
  };
  if (of('deflect') === true && of('stacking') === 'none') against('deflect', 'deflect-alone', 'V2');
  const first = of('first_seat');
  if (typeof first === 'number' && first >= players) against('first_seat', 'no-first-seat', 'S4', { seat: first, players });
  return found;
}
