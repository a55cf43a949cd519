// The sources that run inside the interpreter, as text, by the names under which they import each other. Data only.

import jsonSource from '../base/json.ts?raw'
import pictureMarkSource from '../base/picture-mark.ts?raw'
import randomSource from '../base/random.ts?raw'
import hardenSource from './inside/harden.ts?raw'
import hooksSource from './inside/hooks.ts?raw'
import mainSource from './inside/main.ts?raw'
import plainDataSource from './inside/plain-data.ts?raw'
import runtimeSource from './inside/runtime.ts?raw'
import turnsSource from './inside/turns.ts?raw'

/** By the last part of the specifier. */
export const INSIDE: Readonly<Record<string, string>> = {
  'json.ts': jsonSource,
  'picture-mark.ts': pictureMarkSource,
  'random.ts': randomSource,
  'runtime.ts': runtimeSource,
  'harden.ts': hardenSource,
  'hooks.ts': hooksSource,
  'main.ts': mainSource,
  'plain-data.ts': plainDataSource,
  'turns.ts': turnsSource,
}
