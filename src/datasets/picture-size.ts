// How large a picture says it is, from the first bytes of its file: a decoder asked for a million megapixels takes the page with it, so
// it is asked only for what fits. PNG, JPEG, GIF, WebP and BMP; any other format is the decoder's business. Never throws.

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Null where the format is another one, or the file ends too soon to say. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const starts = (text: string, from = 0): boolean => [...text].every((sign, place) => bytes[from + place] === sign.charCodeAt(0))
  if (starts('\x89PNG\r\n\x1a\n')) return bytes.length < 24 || !starts('IHDR', 12) ? null : { width: view.getUint32(16), height: view.getUint32(20) }
  if (starts('GIF8')) return bytes.length < 10 ? null : { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (starts('BM')) return bytes.length < 26 ? null : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
  if (starts('RIFF') && starts('WEBP', 8)) return sizeOfWebp(view, starts)
  if (starts('\xff\xd8')) return sizeOfJpeg(view)
  return null
}

/** The first marker that begins a frame holds the size. */
function sizeOfJpeg(view: DataView): PictureSize | null {
  let place = 2
  while (place + 9 <= view.byteLength) {
    if (view.getUint8(place) !== 0xff) return null
    const marker = view.getUint8(place + 1)
    // Markers may be led by any number of filling bytes; some stand alone.
    if (marker === 0xff) place += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) place += 2
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { width: view.getUint16(place + 7), height: view.getUint16(place + 5) }
    else place += 2 + view.getUint16(place + 2)
  }
  return null
}

function sizeOfWebp(view: DataView, starts: (text: string, from?: number) => boolean): PictureSize | null {
  if (view.byteLength < 30) return null
  if (starts('VP8X', 12)) {
    const side = (place: number): number => 1 + view.getUint16(place, true) + (view.getUint8(place + 2) << 16)
    return { width: side(24), height: side(27) }
  }
  if (starts('VP8L', 12)) {
    const bits = view.getUint32(21, true)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  return starts('VP8 ', 12) ? { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff } : null
}
