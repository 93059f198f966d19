/** @file A box to tick: the browser's own, which costs nothing in a thousand rows. */

import classes from './select-box.module.css';

interface SelectBoxProps {
  label: string;
  isChecked: boolean;
  /** Some of what it stands for is selected. */
  isPartly?: boolean;
  /** Left out of the order of the Tab key, as all but one row are. */
  isSkipped?: boolean;
  /** `isRange`: with the Shift key held, which selects all from the last one to this one. */
  onChange: (isRange: boolean) => void;
}

export function SelectBox({ label, isChecked, isPartly = false, isSkipped = false, onChange }: SelectBoxProps) {
  return (
    <label className={classes['box']}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        tabIndex={isSkipped ? -1 : 0}
        ref={(input) => {
          if (input !== null) input.indeterminate = isPartly;
        }}
        onChange={({ nativeEvent }) => onChange('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  );
}
