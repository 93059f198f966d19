/** @file A checkbox: the browser's own, which is cheap in a thousand rows. */

import classes from './select-box.module.css';

interface SelectBoxProps {
  label: string;
  isChecked: boolean;
  /** Some of the rows it represents are selected. */
  isPartly?: boolean;
  /** Excluded from the Tab order, as in all rows but one. */
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
