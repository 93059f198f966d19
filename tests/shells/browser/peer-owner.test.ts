import { describe, expect, it } from 'vitest';
import { ownerOf, showsListener } from '../../../src-main/shells/browser/peer-owner.ts';

// Rows as Linux printed them: 127.0.0.1:8000 listens; 1000 is connected from port 40000, 1001 from port 40001.
const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode                                                     ';
const listener =
  '   0: 0100007F:1F40 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1297110 1 00000000d446a774 100 0 0 10 0                   ';
const peer = (port: string, uid: number, inode = 1_297_200) =>
  `   2: 0100007F:${port} 0100007F:1F40 01 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 00000000e4b47c29 20 4 30 10 -1                  `;
/** Our own end of the connection, which belongs to us. */
const ours =
  '   3: 0100007F:1F40 0100007F:9C41 01 00000000:00000000 00:00000000 00000000  1000        0 1297201 1 00000000e4b47c29 20 4 30 10 -1                  ';
const table = (...rows: string[]) => `${[head, ...rows].join('\n')}\n`;
const own = { address: '127.0.0.1', port: 8000 };
const from = (port: number, address = '127.0.0.1') => ({ peer: { address, port }, own });
const tcp = table(listener, peer('9C40', 1000), ours, peer('9C41', 1001));

describe('The owner of a connection', () => {
  it('is the user of the other end, not of ours', () => {
    expect(ownerOf({ tcp, tcp6: '' }, from(40000), 'LE')).toEqual({ kind: 'user', uid: 1000 });
    expect(ownerOf({ tcp, tcp6: '' }, from(40001), 'LE')).toEqual({ kind: 'user', uid: 1001 });
  });

  it('is unknown where there is no such connection', () => {
    expect(ownerOf({ tcp, tcp6: '' }, from(40002), 'LE')).toEqual({ kind: 'gone' });
    expect(ownerOf({ tcp: '', tcp6: '' }, from(40000), 'LE')).toEqual({ kind: 'gone' });
    expect(ownerOf({ tcp, tcp6: '' }, from(40000, '127.0.0.2'), 'LE')).toEqual({ kind: 'gone' });
    expect(ownerOf({ tcp, tcp6: '' }, { ...from(40000), own: { ...own, port: 8001 } }, 'LE')).toEqual({ kind: 'gone' });
  });

  it('is unknown once the process has closed it, although the table then says root', () => {
    expect(ownerOf({ tcp: table(peer('9C40', 0, 0)), tcp6: '' }, from(40000), 'LE')).toEqual({ kind: 'gone' });
  });

  it('is found where a program reaches us through an IPv6 socket', () => {
    const row =
      '   1: 0000000000000000FFFF00000100007F:9C40 0000000000000000FFFF00000100007F:1F40 01 00000000:00000000 00:00000000 00000000 65534        0 1298000 1 0000000000000000 20 4 30 10 -1';
    expect(ownerOf({ tcp: table(listener), tcp6: table(row) }, from(40000), 'LE')).toEqual({
      kind: 'user',
      uid: 65534,
    });
    expect(ownerOf({ tcp: table(listener), tcp6: table(row) }, from(40000, '::ffff:127.0.0.1'), 'LE')).toEqual({
      kind: 'user',
      uid: 65534,
    });
  });

  it('is found on computers that write the first byte first', () => {
    const swapped = tcp.replaceAll('0100007F', '7F000001');
    expect(ownerOf({ tcp: swapped, tcp6: '' }, from(40001), 'BE')).toEqual({ kind: 'user', uid: 1001 });
    const row =
      '   1: 00000000000000000000FFFF7F000001:9C40 00000000000000000000FFFF7F000001:1F40 01 00000000:00000000 00:00000000 00000000 65534        0 1298000 1 0';
    expect(ownerOf({ tcp: '', tcp6: table(row) }, from(40000), 'BE')).toEqual({ kind: 'user', uid: 65534 });
  });

  it.each(['', 'nonsense', `   2: 0100007F:9C40 0100007F:1F40 `, '   2: 0100007F:9C40 0100007F:1F40 01 x y z u v w'])(
    'is unknown in a table that makes no sense: “%s”',
    (nonsense) => {
      expect(ownerOf({ tcp: nonsense, tcp6: nonsense }, from(40000), 'LE')).toEqual({ kind: 'gone' });
    },
  );
});

describe('A table', () => {
  it('is believed only when our own listening socket stands in it', () => {
    expect(showsListener({ tcp, tcp6: '' }, own, 'LE')).toBe(true);
    expect(showsListener({ tcp, tcp6: '' }, { ...own, port: 8001 }, 'LE')).toBe(false);
    expect(showsListener({ tcp: '', tcp6: '' }, own, 'LE')).toBe(false);
  });
});
