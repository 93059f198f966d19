/** @file The entities of a transaction that a template describes (§2.4), apart from the shapes, so that threads need no zod for them. */

export const roles = ['sender', 'sending_partner', 'receiver', 'receiving_partner'] as const;
export type Role = (typeof roles)[number];

/** With which each changes places where money comes in instead of going out. */
export const oppositeRole: Readonly<Record<Role, Role>> = {
  sender: 'receiver',
  sending_partner: 'receiving_partner',
  receiver: 'sender',
  receiving_partner: 'sending_partner',
};
