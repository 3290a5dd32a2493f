import { isIP } from 'node:net';
import type { StoreAddress } from './store-address.ts';

const KEEP_ALIVE_MS = 5000;

/** A client of the store without a queue and without automatic reconnection. @param connectTimeout milliseconds */
export async function newClient(address: StoreAddress, connectTimeout: number) {
  // Loaded only where needed.
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
      // The caller decides when to connect again.
      reconnectStrategy: false,
    },
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    database,
    RESP: 2,
    name: 'pandect',
    disableClientInfo: true,
    disableOfflineQueue: true,
    // A timer for each command costs an object for each; callers have timers of their own.
    commandOptions: { timeout: 0 },
    maintNotifications: 'disabled',
  });
}
