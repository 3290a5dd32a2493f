import { createHash } from 'node:crypto';

/**
 * Counts a request of KEYS[1] in a window of ARGV[1] milliseconds; if ARGV[2] is 0, only returns the count. It takes one round trip,
 * and its steps are atomic. The window is the lifetime of the key by the server's clock. If that clock is set back, the lifetime is cut
 * to one window. A key without an end was not made here, and is replaced.
 *
 * @returns to the caller how many requests the window has, and how many milliseconds are left of it
 */
export const SCRIPT = `
local length = tonumber(ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if ARGV[2] == '0' then
  if left < 0 then return {0, 0} end
  return {tonumber(redis.call('GET', KEYS[1])), math.min(left, length)}
end
if left < 0 then
  redis.call('SET', KEYS[1], 1, 'PX', length)
  return {1, length}
end
if left > length then
  redis.call('PEXPIRE', KEYS[1], length)
  left = length
end
return {redis.call('INCR', KEYS[1]), left}
`;

/** Name by which a server knows a script that it has run before. */
export const SCRIPT_SHA = createHash('sha1').update(SCRIPT).digest('hex');

const PREFIX = 'pandect:limit:';

/** @param client `key:<id of a key>` or `ip:<address>`; never a key itself */
export const storeKey = (client: string): string => PREFIX + client;

export const PROBE = 'probe';
