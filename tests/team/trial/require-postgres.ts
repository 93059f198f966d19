/** @file PostgreSQL for what a person starts: Debian's package, or a container, or a sentence that says what to install. */

import { canInstallPackages } from '../../debian-packages.ts';
import { install, provisionHere } from '../../installed-programs.ts';
import { containerTool } from '../postgres-container.ts';

/** Ends the process where there is neither. */
export function requirePostgres(): void {
  const provision = provisionHere('openssl', 'PostgreSQL');
  if (provision.kind === 'there') return;
  if (provision.kind === 'to-install' && canInstallPackages()) {
    install(provision.packages);
    return;
  }
  if (provisionHere('openssl').kind === 'there' && containerTool() !== undefined) return;
  console.error(
    'This needs openssl, and PostgreSQL 15 or newer. On Debian or Ubuntu, install the packages openssl and postgresql; elsewhere, install openssl and start Docker or Podman: PostgreSQL then runs in a container.',
  );
  process.exit(2);
}
