// Fragments that name a bundle nobody should ask for. Data only.

export const HOSTILE_ADDRESSES: readonly { readonly name: string; readonly fragment: string }[] = [
  { name: 'a script', fragment: '#run=javascript:globalThis.tokenloomHarmed=1' },
  { name: 'data', fragment: '#run=data:application/octet-stream;base64,VExCVU5ETEU=' },
  { name: 'a blob', fragment: '#run=blob:https://example.org/5c3e' },
  { name: 'a file of the reader', fragment: '#run=file:///etc/passwd' },
  { name: 'without encryption', fragment: '#run=http://example.org/a.tokenloom' },
  { name: 'a host that begins like a near one', fragment: '#run=http://localhost.example.org/a' },
  { name: 'a password', fragment: '#run=https://user:word@example.org/a' },
  { name: 'a name that hides the host', fragment: '#run=https://tokenloom.example@evil.example/a' },
  { name: 'no host', fragment: '#run=https:///' },
  { name: 'two addresses', fragment: '#run=https://example.org/a&run=https://example.com/b' },
  { name: 'a hash that is none', fragment: '#run=https://example.org/a&hash=zz' },
  { name: 'a hash that is a script', fragment: '#run=https://example.org/a&hash=%3Cimg%20src%3Dx%3E' },
  { name: 'ten thousand characters', fragment: `#run=https://example.org/${'a'.repeat(10_000)}` },
  { name: 'a settings page of the browser', fragment: '#run=chrome://settings' },
]
