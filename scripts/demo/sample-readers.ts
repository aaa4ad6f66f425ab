import { LANGUAGES } from '../../data/languages.ts';
import { REACTION_TYPES } from '../../data/reactions.ts';
import type { Store } from '../../data/store.ts';

const READERS = 120;
/** One reader in so many reacts. */
const REACTING = 5;

/** Lets invented readers read the samples and react to some, so that the demo can show what is read most. */
export async function readSamples(
  store: Pick<Store, 'site' | 'views' | 'reactions' | 'mostRead'>,
): Promise<void> {
  for (const lang of LANGUAGES)
    for (const [place, { id }] of (await store.site.newest({ lang, limit: READERS })).entries())
      for (let reader = 0; reader < readersOf(place); reader++) await read(store, id, place + reader);
  await store.mostRead.refresh();
}

/** More for some than for others, in no order that shows. */
function readersOf(place: number): number {
  return 5 + ((place * 37 + 61) % READERS);
}

async function read(store: Pick<Store, 'views' | 'reactions'>, id: string, reader: number): Promise<void> {
  const visitor = `sample reader ${reader}`;
  await store.views.record(id, visitor);
  const type = REACTION_TYPES[(reader / REACTING) % REACTION_TYPES.length];
  if (type) await store.reactions.toggle(id, visitor, type);
}
