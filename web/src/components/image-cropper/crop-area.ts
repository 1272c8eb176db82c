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
  const width = Math.abs(across) >= Math.abs(down * aspect) ? area.width + across : (area.height + down) * aspect;
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

/** The crop command of a key. */
export type KeyIntent =
  | { kind: 'step'; step: number }
  | { kind: 'move'; dx: number; dy: number }
  | { kind: 'resize'; handle: Handle; dx: number; dy: number }
  | { kind: 'scale'; factor: number };

export interface PressedKey {
  key: string;
  shiftKey: boolean;
  /** Leave browser and system shortcuts alone. */
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Fraction of the area that + and − add or remove per step. */
const SCALE_PER_STEP = 0.01;

/** 1 to 9 set the step, arrows move (with Shift or on a handle: resize), + and − scale. */
export function readKey(pressed: PressedKey, step: number, handle?: Handle): KeyIntent | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  if (/^[1-9]$/.test(pressed.key)) return { kind: 'step', step: Number(pressed.key) };
  if (pressed.key === '+' || pressed.key === '=') return { kind: 'scale', factor: 1 + step * SCALE_PER_STEP };
  if (pressed.key === '-') return { kind: 'scale', factor: 1 - step * SCALE_PER_STEP };
  const arrow = ARROWS[pressed.key];
  if (!arrow) return null;
  const [dx, dy] = [arrow[0] * step, arrow[1] * step];
  if (handle) return { kind: 'resize', handle, dx, dy };
  return pressed.shiftKey ? { kind: 'resize', handle: 'se', dx, dy } : { kind: 'move', dx, dy };
}

/** Settings a caller may change; the rest are product constants. */
export interface CropperSettings {
  format: OutputFormat;
  /** Must be above 0 when `maintainAspectRatio` is on. */
  aspectRatio: number;
  maintainAspectRatio: boolean;
  /** Quality of lossy formats, in percent. */
  quality: number;
  /** Smallest side of the crop area on screen, in pixels. */
  minimumCrop: number;
  keyboardStep: number;
  /** Longest side of the result, in pixels. */
  longestSide: number;
  /** Maximum bytes of the result. */
  mostBytes: number;
}

export type OutputFormat = 'png' | 'jpeg' | 'webp';

export const DEFAULTS: CropperSettings = {
  format: 'png',
  aspectRatio: 1,
  maintainAspectRatio: true,
  quality: 92,
  minimumCrop: 20,
  keyboardStep: 3,
  longestSide: 1600,
  mostBytes: 2 * 1024 * 1024,
};

export const withDefaults = (given: Partial<CropperSettings>): CropperSettings => ({ ...DEFAULTS, ...given });

/** The wording key of the settings error. */
export function settingsFault(settings: CropperSettings): 'ui.cropper.aspectRatioAboveZero' | null {
  const isSound = !settings.maintainAspectRatio || settings.aspectRatio > 0;
  return isSound ? null : 'ui.cropper.aspectRatioAboveZero';
}
