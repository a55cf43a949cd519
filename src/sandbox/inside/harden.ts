// Runs inside the interpreter before any authored code: takes away what would make a play depend on the moment, and bounds
// the built-in loops that the interpreter cannot interrupt. Knows no environment.

const longest = 4_194_304

Object.defineProperty(Math, 'random', {
  value: (): never => {
    throw new Error('Math.random is not available here: draw from the rng that init and step are given')
  },
})
const noClock = 'Date is not available here: an environment has no clock; count turns in the state'
class Clock {
  static now(): never {
    throw new Error(noClock)
  }
  constructor() {
    throw new Error(noClock)
  }
}
Object.defineProperty(globalThis, 'Date', { value: Clock })
// Garbage collection and big numbers would let a play depend on the machine, or keep it busy out of reach of the limits.
for (const name of ['WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics', 'BigInt', 'performance']) Reflect.deleteProperty(globalThis, name)

// A native loop over an array-like of any stated length would run for ages without one check of the interpreter.
const apply = Reflect.apply
const bounded = (method: (...args: unknown[]) => unknown) =>
  function (this: unknown, ...args: unknown[]): unknown {
    for (const list of [this, ...args]) {
      const length = typeof list === 'object' && list !== null && 'length' in list ? Number(list.length) : 0
      if (length > longest) throw new RangeError(`a list of ${length} entries is longer than ${longest}`)
    }
    return apply(method, this, args)
  }

for (const name of Object.getOwnPropertyNames(Array.prototype)) {
  const method: unknown = Reflect.get(Array.prototype, name)
  if (typeof method !== 'function' || ['constructor', 'push', 'pop', 'at'].includes(name)) continue
  Object.defineProperty(Array.prototype, name, { value: bounded(method as (...args: unknown[]) => unknown), configurable: true, writable: true })
}

// Authored code finds the built-ins frozen: it cannot change what the code around it, or its own next call, stands on.
const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object
const generator = Object.getPrototypeOf(function* () {}) as { readonly prototype: object }
const builtIns: unknown[] = [iterator, Object.getPrototypeOf([].values()), Object.getPrototypeOf(''.matchAll(/x/g)), generator, generator.prototype]
for (const name of Object.getOwnPropertyNames(globalThis)) {
  const builtIn: unknown = Reflect.get(globalThis, name)
  if (builtIn === globalThis || (typeof builtIn !== 'object' && typeof builtIn !== 'function') || builtIn === null) continue
  builtIns.push(builtIn)
  if (typeof builtIn === 'function') builtIns.push(builtIn.prototype)
}
for (const builtIn of builtIns) if (builtIn !== undefined) Object.freeze(builtIn)
