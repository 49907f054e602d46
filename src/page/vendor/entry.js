export { blake2b } from '@noble/hashes/blake2.js';
export { chacha20orig } from '@noble/ciphers/chacha.js';
