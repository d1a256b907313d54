/**
 * Small shapes, such as triangles, dots and check marks, in the colour and size of the text; drawn as SVG, since not
 * every font has them.
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
export const SquareGlyph = () => <Glyph path="M1 1h8v8H1Z" />
export const DashesGlyph = () => <Glyph path="M0 4h2v2H0Zm4 0h2v2H4Zm4 0h2v2H8Z" />
/** Mark of a row that is folded (right) or unfolded (down). */
export const FoldedGlyph = () => <Glyph path="M2.5.5 8.5 5l-6 4.5Z" />
export const UnfoldedGlyph = () => <Glyph path="M.5 2.5h9L5 8.5Z" />
/** Mark beside the price of an own order. */
export const OwnGlyph = () => <Glyph path="M8.5.5 2.5 5l6 4.5Z" />
export const ArrowGlyph = () => <Glyph path="M5.2 1 9.5 5 5.2 9 4.1 7.9 6.4 5.8H.5V4.2h5.9L4.1 2.1Z" />
/** Check mark before a word that states the success. */
export const CheckGlyph = () => <Glyph path="M3.7 9.2.4 5.9l1.3-1.3 1.9 1.9 4.6-5.6 1.4 1.2Z" look="mr-[0.3em]" />
/** Cross before a word that states the failure. */
export const CrossGlyph = () => (
  <Glyph path="M1.9.6 5 3.7 8.1.6l1.3 1.3L6.3 5l3.1 3.1-1.3 1.3L5 6.3 1.9 9.4.6 8.1 3.7 5 .6 1.9Z" look="mr-[0.3em]" />
)
