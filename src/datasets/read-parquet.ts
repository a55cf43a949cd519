// Rows from a Parquet file. The format is hyparquet's business; it loads when a Parquet file comes. A file that it cannot read is
// one fault, with its own words.

import type { ReadRows } from './rows.ts'

const MAGIC = [0x50, 0x41, 0x52, 0x31]

export const isParquet = (bytes: Uint8Array): boolean => MAGIC.every((byte, place) => bytes[place] === byte)

export async function readParquet(bytes: Uint8Array<ArrayBuffer>): Promise<ReadRows> {
  const [{ parquetReadObjects }, { compressors }] = await Promise.all([import('hyparquet'), import('hyparquet-compressors')])
  const file = {
    byteLength: bytes.byteLength,
    slice: (start: number, end?: number): ArrayBuffer => bytes.slice(start, end).buffer,
  }
  try {
    // Columns of bytes stay bytes: a picture is no text.
    const objects = await parquetReadObjects({ file, compressors, utf8: false })
    return { rows: objects.map((cells, index) => ({ row: index + 1, cells })), faults: [] }
  } catch (thrown) {
    const words = thrown instanceof Error ? thrown.message : String(thrown)
    return { rows: [], faults: [{ row: 1, column: '', message: `The Parquet file cannot be read: ${words}.` }] }
  }
}
