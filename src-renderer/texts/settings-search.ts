/** @file The texts of the list of settings and its search: other words that people have for them. */

import { message } from '../../src-shared/languages/message.ts';

export const searchTexts = {
  clear: message('Clear the search'),
};
