/** @file What the organisation has set on this computer, as people are shown it. Each process reads it at its start: it needs no app. */

export { policyAsText } from '../policy/rules.ts';
