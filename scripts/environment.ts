import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { type Config, readConfig } from '../api/config.ts';

/**
 * The settings of the environment and, for what it leaves out, of the file `.env` in the current folder.
 * @throws Error that names each setting with a wrong value.
 */
export function readSettings(): Config {
  if (existsSync('.env')) loadEnvFile('.env');
  return readConfig(process.env);
}
