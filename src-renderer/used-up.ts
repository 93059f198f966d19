/** @file A button that cannot be used for now, and keeps the focus: the next key would else meet another one. */

/** What such a button gets; its press must do nothing by itself. */
export const usedUp = (isUsedUp: boolean) => (isUsedUp ? { 'aria-disabled': true, 'data-disabled': true } : {});
