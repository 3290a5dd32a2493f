import { isIP } from 'node:net';
import type { StoreAddress } from './address.ts';

/** Kept alive on the wire so often, in milliseconds. */
const KEEP_ALIVE_MS = 5000;

/** A client of the store that keeps nothing back and does not connect again by itself. @param connectTimeout milliseconds */
export async function newClient(address: StoreAddress, connectTimeout: number) {
  // Loaded for those alone who have such a store.
  const { createClient } = await import('@redis/client');
  const { host, port, isSecure, username, password, database } = address;
  return createClient({
    socket: {
      host,
      port,
      ...(isSecure && { tls: true as const, ...(isIP(host) === 0 && { servername: host }) }),
      connectTimeout,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
      // Whoever opens connections decides when there is another one.
      reconnectStrategy: false,
    },
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    database,
    RESP: 2,
    name: 'pandect',
    disableClientInfo: true,
    disableOfflineQueue: true,
    // A clock for each command costs an object for each; callers have clocks of their own.
    commandOptions: { timeout: 0 },
    maintNotifications: 'disabled',
  });
}
