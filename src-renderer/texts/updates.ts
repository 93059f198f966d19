/** @file The texts about updates of Tranship itself. */

import type { UpdateState } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { momentOf } from '../../src-shared/quantities.ts';

export const updateTexts = {
  title: message('Updates'),
  ask: message('Ask for updates once a day'),
  hint: message('A later version is loaded while nothing is being sent. It is installed only when you say so.'),
  decidedBy: {
    person: '',
    policy: message('Set by your organisation.'),
    build: message('This Tranship has no updates. Your IT installs later versions.'),
  } satisfies Record<UpdateState['decidedBy'], string>,
};

/** What came of asking for an update; empty where nothing is known. */
export function updateStepText(step: UpdateState['step']): string {
  switch (step.kind) {
    case 'nothing':
    case 'failed':
      return '';
    case 'current':
      return message('This is the latest version (asked {moment}).', { moment: momentOf(step.at) });
    case 'told':
      return message('There is a version {version}. Your IT installs it on this computer.', { version: step.version });
    case 'loading':
      return message('Version {version} is being loaded.', { version: step.version });
    case 'ready':
      return message('Version {version} is ready.', { version: step.version });
  }
}
