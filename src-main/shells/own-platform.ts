/** @file The system of this computer, as people know it. */

import type { AppInfo } from '../../src-shared/contract.ts';

const names: Readonly<Partial<Record<NodeJS.Platform, AppInfo['platform']>>> = { win32: 'windows', darwin: 'macos' };

export const ownPlatform: AppInfo['platform'] = names[process.platform] ?? 'linux';
