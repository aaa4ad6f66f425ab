import { parseArgs } from 'node:util';
import { explainFailure } from './command-failure.ts';

/** Whether somebody called a command that takes no arguments to start it, and not for its help, or by mistake with some. */
export function wantsToStart(help: string): boolean {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
    if (values.help) console.log(help);
    return !values.help;
  } catch (error) {
    process.exitCode = explainFailure(error, help);
    return false;
  }
}
