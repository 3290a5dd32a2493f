/** CRC-32 as in gzip (RFC 1952, section 8): the checksum of joined texts from the checksums of each. */

/** The polynomial. The highest bit of a number is the constant term. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
/** Factor of a checksum when one more byte follows: x to the eighth. */
const ONE_BYTE = 0x00800000;

/** @param b checksum of the second text @param length of the second text in bytes */
export const joinedChecksum = (a: number, b: number, length: number): number =>
  (multiply(power(ONE_BYTE, length), a) ^ b) >>> 0;

/** The product of two polynomials over the field of two elements, modulo the polynomial. */
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
