/**
 * @file The tests of what has to do with paths, names, permissions or locks of files, which are others on Windows: they run
 * a second time as there. `concerning-files.test.ts` notices what is missing here.
 */

export const concerningFiles = [
  'tests/app.test.ts',
  'tests/ground/{data-folder,file-errors,file-locks,fleeting-profile,folders,network-drive}.test.ts',
  'tests/ground/{reasons-as-facts,small-file}.test.ts',
  'tests/ground/{logs,settings}/**/*.test.ts',
  'tests/actions/{offered-files,submission-row,watching}.test.ts',
  'tests/shells/browser/{hostile,inbox,peer-check,return,shell}.test.ts',
  'tests/ground/saved-file.test.ts',
  'tests/shells/electron/windows-key.test.ts',
  'tests/shells/door/*.test.ts',
  'tests/shells/electron/{desktop,dialogs,elevation,opened-files,second-start,settings,update-installer}.test.ts',
  'tests/shells/electron/self-test/{invocation,report}.test.ts',
];

/** They put files or the platform of their own in place of those of this machine, and so cannot have them replaced once more. */
export const replacingThemselves = ['tests/ground/opened-folder.test.ts', 'tests/ground/logs/log-in-use.test.ts'];
