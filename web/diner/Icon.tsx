const drawings = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  bag: 'M6 8h12l1 12H5L6 8zm3 0a3 3 0 0 1 6 0',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12l4 4',
  details: 'M12 11v6M12 7v.5M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z',
  share: 'M12 15V4m0 0L8 8m4-4l4 4M5 13v6h14v-6',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  table: 'M3 9h18M5 9v10m14-10v10M7 5h10l2 4H5l2-4z',
  place: 'M12 21s7-6.5 7-12a7 7 0 0 0-14 0c0 5.5 7 12 7 12zm0-14a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  phone: 'M6 3h4l1.5 5-2 1.5a11 11 0 0 0 5 5L16 12.5 21 14v4a2 2 0 0 1-2 2A15 15 0 0 1 4 5a2 2 0 0 1 2-2z',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  done: 'M5 12.5l5 5 9-11',
  warning: 'M12 8v5m0 3v.5M12 3l10 18H2L12 3z',
  broken: 'M9 15l-2 2a3.5 3.5 0 0 1-5-5l3-3m10 0l2-2a3.5 3.5 0 0 1 5 5l-3 3M8 4v3M4 8h3m9 12v-3m4-1h-3',
  closed: 'M4 20h16M6 20V4h9v16m-3-8v.5M15 6h3v14',
} as const;

/** A drawing of lines, for eyes only: what it stands beside says it in words. */
export const Icon = ({ name, size = 20 }: { name: keyof typeof drawings; size?: number }) => (
  <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <path d={drawings[name]} />
  </svg>
);
