import type { BrowserWindow } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { askToQuit, chooseFiles, chooseFolder, save } from '../../../src-main/shells/electron/dialogs.ts';

// Only passed on.
const window = {} as BrowserWindow;

describe('The dialog that opens files', () => {
  const opens = (canceled: boolean) => ({
    showOpenDialog: vi.fn(async () => ({ canceled, filePaths: ['/exports/a.jsonl'] })),
  });

  it('The open dialog shows exports first, and allows all other files', async () => {
    const dialog = opens(false);
    expect(await chooseFiles(dialog, window)).toEqual(['/exports/a.jsonl']);
    expect(dialog.showOpenDialog).toHaveBeenCalledWith(
      window,
      expect.objectContaining({
        filters: [
          { name: 'JSON Lines', extensions: ['jsonl', 'ndjson', 'jsonlines'] },
          { name: 'All files', extensions: ['*'] },
        ],
      }),
    );
  });

  it('The open dialog returns nothing when the person cancels', async () => {
    expect(await chooseFiles(opens(true), window)).toEqual([]);
  });

  it('The dialog for a watched folder lets a person choose one folder, or make it', async () => {
    const dialog = opens(false);
    expect(await chooseFolder(dialog, window, 'watch')).toBe('/exports/a.jsonl');
    expect(dialog.showOpenDialog).toHaveBeenCalledWith(
      window,
      expect.objectContaining({ properties: ['openDirectory', 'createDirectory'] }),
    );
    expect(await chooseFolder(opens(true), window, 'save')).toBeUndefined();
  });
});

describe('The dialog that saves', () => {
  const saves = (canceled: boolean) => ({
    showSaveDialog: vi.fn(async () => ({ canceled, filePath: canceled ? '' : '/reports/findings.csv' })),
  });

  it('The save dialog has the file written where the person chooses', async () => {
    const write = vi.fn(async () => {});
    expect(await save(saves(false), window, 'findings.csv', write)).toEqual({
      kind: 'saved',
      path: '/reports/findings.csv',
    });
    expect(write.mock.calls).toEqual([['/reports/findings.csv']]);
  });

  it('The save dialog writes nothing when the person cancels', async () => {
    const write = vi.fn(async () => {});
    expect(await save(saves(true), window, 'findings.csv', write)).toEqual({ kind: 'cancelled' });
    expect(write).not.toHaveBeenCalled();
  });
});

describe('The question before quitting', () => {
  const asks = (response: number) => ({ showMessageBox: vi.fn(async () => ({ response, checkboxChecked: false })) });

  it.each([
    ['Keep running in the background', 'background'],
    ['Quit', 'quit'],
    ['Cancel', 'cancel'],
  ])('The question before quitting understands “%s”', async (button, answer) => {
    const buttons = ['Keep running in the background', 'Quit', 'Cancel'];
    const dialog = asks(buttons.indexOf(button));
    expect(await askToQuit(dialog, window, 'cost')).toBe(answer);
    expect(dialog.showMessageBox).toHaveBeenCalledWith(window, expect.objectContaining({ buttons, detail: 'cost' }));
  });

  it('Enter and Escape choose the answer before quitting that costs nothing', async () => {
    const dialog = asks(0);
    await askToQuit(dialog, window, 'cost');
    expect(dialog.showMessageBox).toHaveBeenCalledWith(window, expect.objectContaining({ defaultId: 0, cancelId: 2 }));
  });
});
