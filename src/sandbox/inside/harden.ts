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

// A native loop over an array-like of any stated length would run for ages without one check of the interpreter. So the length is known
// before, and is one that answers alike the second time: that of a list, or a number of a record's own. What answers for another object
// is remembered for that, and may not stand for a list.
const { apply, construct, getOwnPropertyDescriptor, getPrototypeOf } = Reflect
const { isArray } = Array
const { isView } = ArrayBuffer
const proxies = new WeakSet<object>()

const NativeProxy = Proxy
const remembered = <Made extends object>(target: object, made: Made, proxy: object): Made => {
  if (isArray(target)) throw new TypeError('a list has no proxy here')
  proxies.add(proxy)
  return made
}
function RememberedProxy(target: object, handler: ProxyHandler<object>): object {
  if (new.target === undefined) throw new TypeError('a proxy is made with new')
  const proxy = construct(NativeProxy, [target, handler]) as object
  return remembered(target, proxy, proxy)
}
RememberedProxy.revocable = (target: object, handler: ProxyHandler<object>) => {
  const made = NativeProxy.revocable(target, handler)
  return remembered(target, made, made.proxy)
}
Object.defineProperty(globalThis, 'Proxy', { value: RememberedProxy, configurable: true, writable: true })

const tooLong = (length: unknown): RangeError => new RangeError(`a list of ${String(length)} entries is longer than ${longest}`)

function refuseLong(list: unknown): void {
  if (isArray(list)) {
    if (list.length > longest) throw tooLong(list.length)
    return
  }
  if (list === null || (typeof list !== 'object' && typeof list !== 'function') || isView(list)) return
  for (let owner: object | null = list; owner !== null; owner = getPrototypeOf(owner)) {
    if (proxies.has(owner)) throw new TypeError('a proxy stands for no list here')
    const stated = getOwnPropertyDescriptor(owner, 'length')
    if (stated === undefined) continue
    if (typeof stated.value !== 'number') throw new TypeError('the length of a list is a number here')
    if (stated.value > longest) throw tooLong(stated.value)
    return
  }
}

type Method = (...args: unknown[]) => unknown
/** Rules call these again and again: three arguments, of which most methods leave unread what they do not take, are handed on as they are. */
const bounded = (method: Method) =>
  function (this: unknown, first: unknown, second: unknown, third: unknown): unknown {
    if (!isArray(this) || this.length > longest) refuseLong(this)
    return apply(method, this, [first, second, third])
  }
/** Those to which undefined is not the same as nothing. */
const COUNTED = ['splice', 'toSpliced', 'unshift', 'lastIndexOf', 'reduce', 'reduceRight']
const boundedCounted = (method: Method) =>
  function (this: unknown, ...args: unknown[]): unknown {
    refuseLong(this)
    return apply(method, this, args)
  }

/** Lists within lists are walked here, where every step counts. */
function flatInto(flat: unknown[], list: readonly unknown[], depth: number): unknown[] {
  for (let i = 0; i < list.length; i++) {
    if (!(i in list)) continue
    const entry = list[i]
    if (depth > 0 && isArray(entry)) flatInto(flat, entry, depth - 1)
    else flat[flat.length] = entry
  }
  return flat
}
const ownMethods: Readonly<Record<string, Method>> = {
  concat(this: unknown, ...lists: unknown[]): unknown {
    refuseLong(this)
    for (let i = 0; i < lists.length; i++) refuseLong(lists[i])
    return apply(nativeConcat, this, lists)
  },
  flat(this: unknown, depth: unknown = 1): unknown {
    refuseLong(this)
    return flatInto([], this as readonly unknown[], Number(depth))
  },
  flatMap(this: unknown, work: unknown, that: unknown): unknown {
    refuseLong(this)
    return flatInto([], apply(nativeMap, this, [work, that]) as readonly unknown[], 1)
  },
}
const nativeConcat = Array.prototype.concat as Method
const nativeMap = Array.prototype.map as Method

for (const name of Object.getOwnPropertyNames(Array.prototype)) {
  const method: unknown = Reflect.get(Array.prototype, name)
  if (typeof method !== 'function' || ['constructor', 'push', 'pop', 'at'].includes(name)) continue
  const value = Object.hasOwn(ownMethods, name) ? ownMethods[name] : (COUNTED.includes(name) ? boundedCounted : bounded)(method as Method)
  Object.defineProperty(Array.prototype, name, { value, configurable: true, writable: true })
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
