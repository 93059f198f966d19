/**
 * @file How the processes of the tests wait for files and sockets: by epoll alone. On a loaded machine (Linux 6.18, libuv 1.52)
 * the events of a process stopped now and then, within a second of its start, while its timers ran on; io_uring is suspected.
 */

export const reliableWaiting = { UV_USE_IO_URING: '0' } as const;
