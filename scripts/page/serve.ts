// A static server for the built page, as plain as any host it may end up on: no rewrites, no special headers.
// It holds the files in memory, so that a rebuild cannot change a page that is in use. Knows nothing of what
// the files are.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.wgsl': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

interface ServedFile {
  readonly bytes: Buffer
  readonly type: string
  readonly tag: string
}

export interface StaticSite {
  /** The address of the page, with a slash at its end. */
  readonly url: string
  close(): Promise<void>
}

export interface SiteOptions {
  /** The ports to try in turn; 0 is any free one. Default: any. */
  readonly ports?: readonly number[]
  /** The path under which the folder appears, with a slash at both ends. Default '/'. */
  readonly under?: string
  /** Send texts and scripts gzipped, as hosts do; for measurements over a slow network. Default: as they are. */
  readonly gzip?: boolean
}

function readFolder(folder: string): Map<string, ServedFile> {
  const files = new Map<string, ServedFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    files.set(relative(folder, path).split(sep).join('/'), { bytes, type: TYPES[extname(path)] ?? 'application/octet-stream', tag })
  }
  return files
}

/** The decoded path of a request, or nothing when it cannot be decoded. */
function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname)
  } catch {
    return undefined
  }
}

function answer(response: ServerResponse, status: number, headers: Record<string, string | number>, body?: Buffer | string): void {
  response.writeHead(status, headers)
  response.end(body)
}

function listen(server: Server, ports: readonly number[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const [port = 0, ...others] = ports
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' && others.length > 0) resolve(listen(server, others))
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** Serves a folder on 127.0.0.1 until it is closed. */
export async function serveFolder(folder: string, options: SiteOptions = {}): Promise<StaticSite> {
  const files = readFolder(folder)
  const under = options.under ?? '/'
  const server = createServer((request, response) => {
    const pathname = pathOf(request.url ?? '/')
    const name = pathname?.startsWith(under) === true ? pathname.slice(under.length) : undefined
    const file = name === undefined ? undefined : files.get(name === '' || name.endsWith('/') ? `${name}index.html` : name)
    const head = request.method === 'HEAD'
    if (request.method !== 'GET' && !head) return answer(response, 405, { Allow: 'GET, HEAD' })
    if (file === undefined) return answer(response, 404, { 'Content-Type': 'text/plain; charset=utf-8' }, head ? undefined : 'Not found\n')
    const headers = { 'Content-Type': file.type, ETag: file.tag, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' }
    if (request.headers['if-none-match'] === file.tag) return answer(response, 304, headers)
    const packed = options.gzip === true && /^(text|application)\//.test(file.type) && file.type !== 'application/octet-stream'
    const bytes = packed ? gzipSync(file.bytes) : file.bytes
    answer(response, 200, { ...headers, ...(packed ? { 'Content-Encoding': 'gzip' } : {}), 'Content-Length': bytes.length }, head ? undefined : bytes)
  })
  const port = await listen(server, options.ports ?? [0])
  return {
    url: `http://127.0.0.1:${port}${under}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
