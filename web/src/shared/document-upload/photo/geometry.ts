/** A place in a picture: 0 to 1 from its left and from its top. */
export interface Point {
  x: number;
  y: number;
}

/** Of a page in a picture: top left, top right, bottom right, bottom left. */
export type Corners = [Point, Point, Point, Point];

export type Pixels = Pick<ImageData, 'data' | 'width' | 'height'>;

export const wholePicture: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

const within = (value: number) => Math.min(1, Math.max(0, value));
/** Corners this close to a line would leave nothing of the page. */
const flat = 0.002;

/** True when no corner is inside the triangle of the others and no two sides cross. */
export function isConvex(corners: Corners) {
  return corners.every((here, at) => {
    const next = corners[(at + 1) % 4] as Point;
    const after = corners[(at + 2) % 4] as Point;
    return (next.x - here.x) * (after.y - next.y) - (next.y - here.y) * (after.x - next.x) > flat;
  });
}

/** The corners with one of them moved, as far as that leaves a page within the picture. */
export function moved(corners: Corners, at: number, to: Point): Corners {
  const next = corners.map((corner, place) =>
    place === at ? { x: within(to.x), y: within(to.y) } : corner,
  ) as Corners;
  return isConvex(next) ? next : corners;
}

/** The size in pixels of the page between these corners: that of its longer sides. */
export function sizeOf([topLeft, topRight, bottomRight, bottomLeft]: Corners, { width, height }: Omit<Pixels, 'data'>) {
  const far = (one: Point, other: Point) => Math.hypot((one.x - other.x) * width, (one.y - other.y) * height);
  const side = (one: number, other: number) => Math.max(1, Math.round(Math.max(one, other)));
  return {
    width: side(far(topLeft, topRight), far(bottomLeft, bottomRight)),
    height: side(far(topLeft, bottomLeft), far(topRight, bottomRight)),
  };
}

/** Where a place of the straightened page is in the picture: the projection of a square on four corners. */
export function projection([one, two, three, four]: Corners): (x: number, y: number) => Point {
  const [sumX, sumY] = [one.x - two.x + three.x - four.x, one.y - two.y + three.y - four.y];
  const [rightX, rightY] = [two.x - three.x, two.y - three.y];
  const [belowX, belowY] = [four.x - three.x, four.y - three.y];
  const area = rightX * belowY - belowX * rightY;
  const alongX = (sumX * belowY - sumY * belowX) / area;
  const alongY = (rightX * sumY - rightY * sumX) / area;
  return (x, y) => {
    const depth = alongX * x + alongY * y + 1;
    return {
      x: ((two.x - one.x + alongX * two.x) * x + (four.x - one.x + alongY * four.x) * y + one.x) / depth,
      y: ((two.y - one.y + alongX * two.y) * x + (four.y - one.y + alongY * four.y) * y + one.y) / depth,
    };
  };
}

/** The page between these corners, straight and from above. Each pixel is mixed from the four around its place. */
export function straighten(picture: Pixels, corners: Corners): Pixels {
  const { width, height } = sizeOf(corners, picture);
  const place = projection(corners);
  const data = new Uint8ClampedArray(width * height * 4);
  const [right, bottom] = [picture.width - 1, picture.height - 1];
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const { x, y } = place((column + 0.5) / width, (row + 0.5) / height);
      const atX = within((x * picture.width - 0.5) / right) * right;
      const atY = within((y * picture.height - 0.5) / bottom) * bottom;
      const [left, top] = [Math.min(right - 1, Math.floor(atX)), Math.min(bottom - 1, Math.floor(atY))];
      const [shareX, shareY] = [atX - left, atY - top];
      const from = (top * picture.width + left) * 4;
      const to = (row * width + column) * 4;
      for (let colour = 0; colour < 4; colour += 1) {
        const at = (offset: number) => picture.data[from + offset + colour] ?? 0;
        const above = at(0) * (1 - shareX) + at(4) * shareX;
        const below = at(picture.width * 4) * (1 - shareX) + at(picture.width * 4 + 4) * shareX;
        data[to + colour] = above * (1 - shareY) + below * shareY;
      }
    }
  }
  return { data, width, height };
}
