// The language's own library as text: what the sandbox's interpreter has, and nothing of a browser. Big numbers, shared memory,
// weak references, locales and timers are left out, as the sandbox leaves them out. Data only.

import es5 from 'page-typescript/lib/lib.es5.d.ts?raw'
import es2015Collection from 'page-typescript/lib/lib.es2015.collection.d.ts?raw'
import es2015Core from 'page-typescript/lib/lib.es2015.core.d.ts?raw'
import es2015Generator from 'page-typescript/lib/lib.es2015.generator.d.ts?raw'
import es2015Iterable from 'page-typescript/lib/lib.es2015.iterable.d.ts?raw'
import es2015Promise from 'page-typescript/lib/lib.es2015.promise.d.ts?raw'
import es2015Proxy from 'page-typescript/lib/lib.es2015.proxy.d.ts?raw'
import es2015Reflect from 'page-typescript/lib/lib.es2015.reflect.d.ts?raw'
import es2015Symbol from 'page-typescript/lib/lib.es2015.symbol.d.ts?raw'
import es2015SymbolWellknown from 'page-typescript/lib/lib.es2015.symbol.wellknown.d.ts?raw'
import es2016ArrayInclude from 'page-typescript/lib/lib.es2016.array.include.d.ts?raw'
import es2017Object from 'page-typescript/lib/lib.es2017.object.d.ts?raw'
import es2017String from 'page-typescript/lib/lib.es2017.string.d.ts?raw'
import es2017Typedarrays from 'page-typescript/lib/lib.es2017.typedarrays.d.ts?raw'
import es2018Regexp from 'page-typescript/lib/lib.es2018.regexp.d.ts?raw'
import es2019Array from 'page-typescript/lib/lib.es2019.array.d.ts?raw'
import es2019Object from 'page-typescript/lib/lib.es2019.object.d.ts?raw'
import es2019String from 'page-typescript/lib/lib.es2019.string.d.ts?raw'
import es2019Symbol from 'page-typescript/lib/lib.es2019.symbol.d.ts?raw'
import es2020Number from 'page-typescript/lib/lib.es2020.number.d.ts?raw'
import es2020String from 'page-typescript/lib/lib.es2020.string.d.ts?raw'
import es2020SymbolWellknown from 'page-typescript/lib/lib.es2020.symbol.wellknown.d.ts?raw'
import es2021String from 'page-typescript/lib/lib.es2021.string.d.ts?raw'
import es2022Array from 'page-typescript/lib/lib.es2022.array.d.ts?raw'
import es2022Error from 'page-typescript/lib/lib.es2022.error.d.ts?raw'
import es2022Object from 'page-typescript/lib/lib.es2022.object.d.ts?raw'
import es2022Regexp from 'page-typescript/lib/lib.es2022.regexp.d.ts?raw'
import es2022String from 'page-typescript/lib/lib.es2022.string.d.ts?raw'
import es2023Array from 'page-typescript/lib/lib.es2023.array.d.ts?raw'
import es2023Collection from 'page-typescript/lib/lib.es2023.collection.d.ts?raw'

/** By file name. */
export const STANDARD_FILES: Readonly<Record<string, string>> = {
  'lib.es5.d.ts': es5,
  'lib.es2015.collection.d.ts': es2015Collection,
  'lib.es2015.core.d.ts': es2015Core,
  'lib.es2015.generator.d.ts': es2015Generator,
  'lib.es2015.iterable.d.ts': es2015Iterable,
  'lib.es2015.promise.d.ts': es2015Promise,
  'lib.es2015.proxy.d.ts': es2015Proxy,
  'lib.es2015.reflect.d.ts': es2015Reflect,
  'lib.es2015.symbol.d.ts': es2015Symbol,
  'lib.es2015.symbol.wellknown.d.ts': es2015SymbolWellknown,
  'lib.es2016.array.include.d.ts': es2016ArrayInclude,
  'lib.es2017.object.d.ts': es2017Object,
  'lib.es2017.string.d.ts': es2017String,
  'lib.es2017.typedarrays.d.ts': es2017Typedarrays,
  'lib.es2018.regexp.d.ts': es2018Regexp,
  'lib.es2019.array.d.ts': es2019Array,
  'lib.es2019.object.d.ts': es2019Object,
  'lib.es2019.string.d.ts': es2019String,
  'lib.es2019.symbol.d.ts': es2019Symbol,
  'lib.es2020.number.d.ts': es2020Number,
  'lib.es2020.string.d.ts': es2020String,
  'lib.es2020.symbol.wellknown.d.ts': es2020SymbolWellknown,
  'lib.es2021.string.d.ts': es2021String,
  'lib.es2022.array.d.ts': es2022Array,
  'lib.es2022.error.d.ts': es2022Error,
  'lib.es2022.object.d.ts': es2022Object,
  'lib.es2022.regexp.d.ts': es2022Regexp,
  'lib.es2022.string.d.ts': es2022String,
  'lib.es2023.array.d.ts': es2023Array,
  'lib.es2023.collection.d.ts': es2023Collection,
}
