// The few drawn signs of the page, as strokes on a 16-pixel grid. Decorative: the words beside them speak.

const PATHS = {
  play: 'M5 3.5v9l7-4.5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  step: 'M4 3.5v9l6-4.5zM12.5 3.5v9',
  stop: 'M4 4h8v8H4z',
  check: 'M3 8.5l3.200 3.200L13 4.800',
  warning: 'M8 2.5L14.200 13.300H1.800zM8 6.5v3.200M8 11.600v.1',
  previous: 'M10 3.5L5.5 8l4.5 4.5',
  next: 'M6 3.5L10.5 8 6 12.5',
  down: 'M3.5 6L8 10.5 12.5 6',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  link: 'M6.800 9.200l2.400-2.400M7 4.800l1.600-1.600a2.900 2.900 0 014.200 4.200L11.200 9M9 11.200l-1.600 1.600a2.900 2.900 0 01-4.200-4.200L4.800 7',
  light:
    'M8 5a3 3 0 100 6 3 3 0 000-6zM8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.400 3.400l1.100 1.100M11.5 11.5l1.100 1.100M3.400 12.600l1.100-1.100M11.5 4.5l1.100-1.100',
  dark: 'M13 9.800A5.5 5.5 0 016.200 3a5.5 5.5 0 106.800 6.800z',
  system: 'M2 3.5h12v7.5H2zM6 13.5h4M8 11v2.5',
  chip: 'M4.5 4.5h7v7h-7zM6.5 2v2.5M9.5 2v2.5M6.5 11.5V14M9.5 11.5V14M2 6.5h2.5M2 9.5h2.5M11.5 6.5H14M11.5 9.5H14',
  close: 'M4 4l8 8M12 4l-8 8',
  remove: 'M3.5 4.5h9M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.800l.6-9',
  more: 'M3.5 8v.1M8 8v.1M12.5 8v.1',
  help: 'M8 1.800a6.200 6.200 0 100 12.400A6.200 6.200 0 008 1.800zM6.200 6.300a1.800 1.800 0 113 1.350C8.400 8.300 8 8.600 8 9.400M8 11.500v.1',
  tour: 'M3 13.5V2.5M3 3h8.500l-1.800 2.800L11.500 8.600H3',
  pin: 'M6 2h4M6.500 2v4.500L4.500 9h7L9.500 6.500V2M8 9v5',
  information: 'M8 1.800a6.200 6.200 0 100 12.400A6.200 6.200 0 008 1.800zM8 7.200v4M8 4.900v.1',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { readonly name: IconName }) {
  const filled = name === 'play' || name === 'stop'
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
