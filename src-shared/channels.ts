/** @file The names of all commands and events, without their schemas, so that the preload stays small. */

/** Commands that the window sends to the app. */
export const commandNames = [
  'app.info',
  'app.confirmNotice',
  'queue.snapshot',
  'queue.watch',
  'queue.pause',
  'queue.resume',
  'queue.retry',
  'queue.cancel',
  'queue.remove',
  'queue.approve',
  'submission.details',
  'submission.groups',
  'submission.findings',
  'submission.place',
  'submission.line',
  'edits.list',
  'edits.line',
  'edits.check',
  'edits.save',
  'edits.undo',
  'edits.undoAll',
  'batch.report',
  'files.choose',
  'files.add',
  'files.save',
  'connections.list',
  'connections.add',
  'connections.change',
  'connections.remove',
  'connections.diagnose',
  'connections.allowHost',
  'connections.observe',
  'network.get',
  'network.change',
  'transaction.check',
  'transaction.send',
  'rules.start',
  'rules.list',
  'rules.stopFollowing',
  'rules.wait',
  'rules.schedule',
  'observability.ask',
  'practice.start',
  'settings.get',
  'settings.change',
  'retention.kept',
  'updates.state',
  'updates.turn',
  'updates.ask',
  'updates.install',
] as const;
export type CommandName = (typeof commandNames)[number];

/** Events that the app sends to the window. */
export const eventNames = [
  'queue.changed',
  'diagnosis.stepped',
  'rules.changed',
  'files.offered',
  'page.show',
  'updates.changed',
] as const;
export type EventName = (typeof eventNames)[number];

/** Only the preload sends this message: the paths of files that a person dropped. */
export const droppedFilesChannel = 'files.dropped';
