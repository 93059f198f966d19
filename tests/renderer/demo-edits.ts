/** @file The lines that were corrected by hand, of the app in memory. */

import type { EditableLine, EditedLine, LineEdit } from '../../src-shared/contract.ts';
import { demoLine } from './demo-details.ts';

/** The faulty lines of every file. */
const FAULTY = [1, 4, 7];

export class DemoEdits {
  readonly #edits = new Map<number, LineEdit>();

  list(): EditedLine[] {
    return [...this.#edits].map(([line, { kind }]) => ({ line, kind })).sort((one, other) => one.line - other.line);
  }

  line(line: number): EditableLine {
    const { text } = demoLine(line);
    const edit = this.#edits.get(line);
    const previous = FAULTY.findLast((faulty) => faulty < line);
    const next = FAULTY.find((faulty) => faulty > line);
    return {
      ...{ line, text, bytes: text.length + 1 },
      ...(edit !== undefined && { edit }),
      ...(previous !== undefined && { previous }),
      ...(next !== undefined && { next }),
    };
  }

  save(line: number, edit: LineEdit): EditedLine[] {
    this.#edits.set(line, edit);
    return this.list();
  }

  undo(line: number): EditedLine[] {
    this.#edits.delete(line);
    return this.list();
  }

  undoAll(): EditedLine[] {
    this.#edits.clear();
    return this.list();
  }
}
