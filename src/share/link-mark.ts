// Whether an address means to be a link: a look at its first fields, cheap enough for every change of the address.

/** The addresses of the page's own views have none of these fields, and the runs in them have names without a colon. */
export function isLink(fragment: string): boolean {
  const start = fragment.slice(0, 200)
  return /^#?(?:[^&]*&)*[vkd]=/.test(start) || namesBundle(start)
}

/** Whether a bundle somewhere else is named (bundle-address.ts). */
export const namesBundle = (fragment: string): boolean => /^#?(?:[^&]*&)*run=[a-z]+(?::|%3a)/i.test(fragment.slice(0, 200))
