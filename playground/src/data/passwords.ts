import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)
const KEY_BYTES = 32

/** `salt:key` of a password, as `users.password` keeps it. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, KEY_BYTES)
  return `${salt.toString('hex')}:${key.toString('hex')}`
}

/** True if it is the password that was hashed. Takes as long for a wrong one. */
export async function isPassword(password: string, hashed: string): Promise<boolean> {
  const [salt = '', key = ''] = hashed.split(':')
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'hex'), KEY_BYTES), Buffer.from(key, 'hex'))
}
