/** A page of results has its list, and beside it the recorded session of what is chosen. */
export const besideColumns = "grid-cols-[minmax(0,1fr)_392px] narrow:grid-cols-[minmax(0,1fr)_336px]";
export const besidePanel =
  "min-h-0 overflow-auto border-line border-l -outline-offset-2 compact:border-t compact:border-l-0";
