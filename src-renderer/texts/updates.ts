/** @file The texts about updates of Tranship itself. */

import type { UpdateState } from '../../src-shared/contract.ts';
import { momentOf } from '../../src-shared/quantities.ts';

export const updateTexts = {
  title: 'Updates',
  ask: 'Ask for updates once a day',
  hint: 'A later version is loaded while nothing is being sent. It is installed only when you say so.',
  decidedBy: {
    person: '',
    policy: 'Set by your organisation.',
    build: 'This Tranship has no updates. Your IT installs later versions.',
  } satisfies Record<UpdateState['decidedBy'], string>,
  askNow: 'Ask now',
  install: 'Install and restart',
};

/** What came of asking for an update; empty where nothing is known. */
export function updateStepText(step: UpdateState['step']): string {
  switch (step.kind) {
    case 'nothing':
    case 'failed':
      return '';
    case 'current':
      return `This is the latest version (asked ${momentOf(step.at)}).`;
    case 'told':
      return `There is a version ${step.version}. Your IT installs it on this computer.`;
    case 'loading':
      return `Version ${step.version} is being loaded.`;
    case 'ready':
      return `Version ${step.version} is ready.`;
  }
}
