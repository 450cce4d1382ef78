/** Which sound goes with which event. All of it can be seen as well; the sounds are fetched when first wanted. */

import { readCards } from '../game/cards';
import { prefs } from '../browser/preferences.svelte';
import type { GameEvent } from '../net/protocol';
import type { TableState } from '../state/table-state.svelte';
import type { SoundName } from './synthesizer';

/** Sounds that call for attention; their loudness is set apart from the others'. */
const ALERTS: readonly SoundName[] = ['turn', 'open', 'ask', 'warn'];

export function playSound(name: SoundName): void {
  const percent = ALERTS.includes(name) ? prefs.alerts : prefs.effects;
  // a page that nobody has touched yet may make no sound
  if (!percent || !navigator.userActivation?.hasBeenActive) return;
  void import('./synthesizer').then(
    ({ sound }) => sound(name, percent),
    () => undefined,
  );
}

/** The one sound of what has just happened: of several things the weightiest. */
export function soundOf(events: readonly GameEvent[], you: number | null): SoundName | null {
  const has = (t: GameEvent['t']): GameEvent | undefined => events.find((e) => e.t === t);
  const ended = has('round-ended');
  if (ended) return ended.out !== null && ended.out === you ? 'win' : 'over';
  if (has('caught') || has('falsely-caught')) return 'stamp';
  if (has('said-uno') || events.some((e) => e.t === 'played' && e.uno)) return 'uno';
  if (has('challenged')) return 'stamp';
  if (has('hands-moved')) return 'swap';
  if (has('reshuffled') || has('round-began')) return 'shuffle';
  if (has('direction-turned')) return 'reverse';
  const drawn = events.reduce((n, e) => n + (e.t === 'drew' ? readCards(e.cards as string).length : 0), 0);
  if (drawn > 1) return 'many';
  if (events.some((e) => e.t === 'turn-began' && (e.over as number[] | undefined)?.length)) return 'skip';
  if (events.some((e) => e.t === 'waiting' && (e.phase as { t: string }).t === 'owing')) return 'debt';
  if (has('played') || has('turned-up')) return 'play';
  return drawn ? 'draw' : null;
}

/** Listen at a table; the answer ends it. */
export function listen(table: TableState): () => void {
  let mine = table.myTurn;
  let open = table.owingSeats.length > 0;
  return table.watch({
    before: () => {
      mine = table.myTurn;
      open = table.owingSeats.length > 0;
    },
    after: (events) => {
      if (document.hidden && !table.myTurn) return;
      const heard = soundOf(events, table.you);
      if (heard) playSound(heard);
      if (table.owingSeats.length > 0 && !open) playSound('open');
      else if (table.myTurn && !mine && !table.over)
        playSound(['answering', 'judging', 'owing'].includes(table.phase?.t ?? '') ? 'ask' : 'turn');
    },
  });
}
