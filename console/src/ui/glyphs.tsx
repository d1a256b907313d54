/**
 * Small shapes, such as triangles and dots, in the colour and size of the text; drawn as SVG, since not every font has
 * them.
 */

const Glyph = ({ path, look = '' }: Shape) => (
  <svg aria-hidden="true" viewBox="0 0 10 10" className={`inline-block size-[0.7em] ${look}`} fill="currentColor">
    <path d={path} />
  </svg>
)

interface Shape {
  readonly path: string
  readonly look?: string
}

/** Upward triangle in the colour of the text. */
export const UpGlyph = () => <Glyph path="M5 1 9.5 9H.5Z" look="mr-[0.25em]" />
export const DownGlyph = () => <Glyph path="M5 9 .5 1h9Z" look="mr-[0.25em]" />
export const DotGlyph = () => <Glyph path="M5 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z" look="mr-1" />
export const HalfDotGlyph = () => (
  <Glyph path="M5 .5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm0 1v7a3.5 3.5 0 0 0 0-7Z" look="mr-1" />
)
export const RingGlyph = () => (
  <Glyph path="M5 .5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm0 1.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z" look="mr-1" />
)
