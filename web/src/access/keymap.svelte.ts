/** The keys as this person has them: which key does what, and whether single keys do anything. */

import { DEEDS, printed, readBindings, rebind, signOf, type Bindings, type Deed } from './keys';
import { recall, remember } from '../browser/storage';

class Keymap {
  bindings = $state.raw<Bindings>(readBindings(recall('keys')));
  on = $state(recall('keys.on', 'yes') === 'yes');

  /** What the pressed key does, if anything. */
  deed(event: KeyboardEvent): Deed | null {
    if (!this.on) return null;
    const sign = signOf(event, this.bindings);
    return DEEDS.find(({ deed }) => this.bindings[deed] === sign)?.deed ?? null;
  }

  /** For `aria-keyshortcuts`; none while keys are switched off. */
  shortcut(deed: Deed): string | undefined {
    return this.on ? this.bindings[deed].toUpperCase() : undefined;
  }

  change(deed: Deed, key: string): void {
    this.keep(rebind(this.bindings, deed, key));
  }

  reset(): void {
    this.keep(printed());
  }

  switch(on: boolean): void {
    this.on = on;
    remember('keys.on', on ? 'yes' : 'no');
  }

  private keep(bindings: Bindings): void {
    this.bindings = bindings;
    remember('keys', JSON.stringify(bindings));
  }
}

export const keymap = new Keymap();
