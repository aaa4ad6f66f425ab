import { join } from 'node:path';

/** Where everything stands in the folder of run-time files (`INKSTONE_DATA`). */
export function runtimePaths(dataFolder: string) {
  return {
    database: join(dataFolder, 'inkstone.db'),
    claim: join(dataFolder, 'inkstone.lock'),
    uploads: join(dataFolder, 'uploads'),
    site: join(dataFolder, 'site'),
    social: join(dataFolder, 'social'),
    fonts: join(dataFolder, 'fonts'),
    settings: join(dataFolder, 'site.json'),
    servedAs: join(dataFolder, 'served-as.json'),
  };
}
