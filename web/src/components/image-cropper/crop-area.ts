/** The crop area and its rules, in pixels of the displayed picture. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface AreaRules {
  bounds: Size;
  least: number;
  /** Width divided by height; absent when any shape is allowed. */
  aspect?: number | undefined;
}

export type Handle = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';

export const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The largest area of the right shape, centred. */
export function firstArea({ bounds, aspect }: AreaRules): Area {
  const { width, height } = largest(bounds, aspect);
  return { x: (bounds.width - width) / 2, y: (bounds.height - height) / 2, width, height };
}

export function moveArea(area: Area, dx: number, dy: number, rules: AreaRules): Area {
  return clampArea({ ...area, x: area.x + dx, y: area.y + dy }, rules);
}

/** Scales around the centre, as a pinch does. */
export function scaleArea(area: Area, factor: number, rules: AreaRules): Area {
  const { width, height } = sized(area.width * factor, area.height * factor, rules);
  const x = area.x + (area.width - width) / 2;
  const y = area.y + (area.height - height) / 2;
  return clampArea({ x, y, width, height }, rules);
}

/** Pulls one handle; the opposite side stays where it is. */
export function resizeArea(area: Area, handle: Handle, dx: number, dy: number, rules: AreaRules): Area {
  const toWest = handle.includes('w');
  const toNorth = handle.includes('n');
  const across = handle === 'n' || handle === 's' ? 0 : toWest ? -dx : dx;
  const down = handle === 'e' || handle === 'w' ? 0 : toNorth ? -dy : dy;
  const room = {
    width: toWest ? area.x + area.width : rules.bounds.width - area.x,
    height: toNorth ? area.y + area.height : rules.bounds.height - area.y,
  };
  const wanted = rules.aspect ? keepShape(area, across, down, rules.aspect) : grown(area, across, down);
  const { width, height } = sized(wanted.width, wanted.height, rules, room);
  return {
    x: toWest ? area.x + area.width - width : area.x,
    y: toNorth ? area.y + area.height - height : area.y,
    width,
    height,
  };
}

/** Clamps the area to its size limits and into the picture. */
export function clampArea(area: Area, rules: AreaRules): Area {
  const { width, height } = sized(area.width, area.height, rules);
  return {
    x: clamp(area.x, 0, rules.bounds.width - width),
    y: clamp(area.y, 0, rules.bounds.height - height),
    width,
    height,
  };
}

/** The same area in source pixels; rounding must not distort a fixed shape. */
export function toNatural(area: Area, { bounds, aspect }: AreaRules, natural: Size): Area {
  const across = natural.width / bounds.width;
  const down = natural.height / bounds.height;
  const x = clamp(Math.round(area.x * across), 0, natural.width - 1);
  const y = clamp(Math.round(area.y * down), 0, natural.height - 1);
  const width = clamp(Math.round(area.width * across), 1, natural.width - x);
  const tall = aspect ? width / aspect : area.height * down;
  return { x, y, width, height: clamp(Math.round(tall), 1, natural.height - y) };
}

const grown = (area: Area, across: number, down: number): Size => ({
  width: area.width + across,
  height: area.height + down,
});

/** With a fixed shape, the larger of the two movements decides. */
function keepShape(area: Area, across: number, down: number, aspect: number): Size {
  const width =
    Math.abs(across) >= Math.abs(down * aspect) ? area.width + across : (area.height + down) * aspect;
  return { width, height: width / aspect };
}

function largest(room: Size, aspect?: number): Size {
  if (!aspect) return room;
  const width = Math.min(room.width, room.height * aspect);
  return { width, height: width / aspect };
}

function smallest({ bounds, least, aspect }: AreaRules): Size {
  if (!aspect) return { width: Math.min(least, bounds.width), height: Math.min(least, bounds.height) };
  const width = Math.max(least, least * aspect);
  // A picture smaller than the minimum is used whole.
  return { width: Math.min(width, largest(bounds, aspect).width), height: 0 };
}

function sized(width: number, height: number, rules: AreaRules, room: Size = rules.bounds): Size {
  const most = largest(room, rules.aspect);
  const least = smallest(rules);
  const fitWidth = clamp(width, Math.min(least.width, most.width), most.width);
  if (rules.aspect) return { width: fitWidth, height: fitWidth / rules.aspect };
  return { width: fitWidth, height: clamp(height, Math.min(least.height, most.height), most.height) };
}
