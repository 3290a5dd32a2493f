/** CRC-32 as gzip has it (RFC 1952, section 8), of texts that stand one behind the other, from the CRCs of each. */

/** The polynomial; of a number the highest bit is that of the constant term. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
/** What the check of a text is multiplied by when one more byte follows: x to the eighth. */
const ONE_BYTE = 0x00800000;

/** @param b of the text behind @param length of the text behind, bytes */
export const joinedChecksum = (a: number, b: number, length: number): number =>
  (multiply(power(ONE_BYTE, length), a) ^ b) >>> 0;

/** The product of two polynomials over two elements, modulo the polynomial. */
function multiply(a: number, b: number): number {
  let [product, shifted] = [0, b];
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product;
}

function power(base: number, exponent: number): number {
  let [result, square] = [ONE, base];
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}
