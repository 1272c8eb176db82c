/** Letters are for the paper only while nothing else is open that would take them. */
export const isFree = () =>
  document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') === null;
