# What the kernel asks of 64-bit masks, as the C compiler does it best.
cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    #define LC_PREFETCH(p)
    #define LC_RARE(so) (so)
    static __inline int lc_ctz(unsigned long long x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    #else
    #define LC_PREFETCH(p) __builtin_prefetch(p)
    /* so that the compiler lays out and inlines for the other case */
    #define LC_RARE(so) __builtin_expect(!!(so), 0)
    static inline int lc_ctz(unsigned long long x) { return __builtin_ctzll(x); }
    #endif
    /* What is written for all machines of a kind may not use what only most of them have; whether this one does is found out
       when the kernel is loaded. The branch is always predicted; a call of a function or ten more instructions are not free. */
    #if defined(LC_ANY_MACHINE) /* as on one that has nothing special: tests/rooms/sim/test_bits.py */
    #elif defined(__x86_64__) && defined(__GNUC__)
    #include <cpuid.h>
    static int lc_counts, lc_spreads;
    __attribute__((constructor)) static void lc_look(void) {
        unsigned int family, kind, a, b, c, d;
        if (!__get_cpuid(1, &a, &b, &c, &d)) return;
        lc_counts = (c >> 23) & 1;
        family = ((a >> 8) & 15) + ((a >> 20) & 255);
        if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return;
        lc_spreads = (b >> 8) & 1;
        __get_cpuid(0, &a, &kind, &c, &d);
        /* AMD and Hygon before the third Zen take hundreds of cycles for it */
        if ((kind == 0x68747541 || kind == 0x6f677948) && family < 0x19) lc_spreads = 0;
    }
    #define LC_COUNTS lc_counts
    #define LC_COUNT(n, x) __asm__("popcnt %1, %0" : "=r"(n) : "r"(x) : "cc")
    #define LC_SPREADS lc_spreads
    #define LC_SPREAD(n, x, mask) __asm__("pdep %2, %1, %0" : "=r"(n) : "r"(x), "r"(mask))
    #elif defined(__aarch64__) && defined(__GNUC__)
    #define LC_COUNTS 1
    #define LC_COUNT(n, x) n = (unsigned long long)__builtin_popcountll(x)
    #endif
    static inline int lc_pop(unsigned long long x) {
    #ifdef LC_COUNTS
        if (LC_COUNTS) {
            unsigned long long n;
            LC_COUNT(n, x);
            return (int)n;
        }
    #endif
        x -= (x >> 1) & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        return (int)((((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL) >> 56);
    }
    /* the bit with n others below it; hardly ever is more than the third looked for: up to there no branch has to
       be predicted */
    static inline int lc_nth(unsigned long long x, int n) {
    #ifdef LC_SPREADS
        if (LC_SPREADS) {
            unsigned long long found;
            LC_SPREAD(found, 1ULL << n, x);
            return lc_ctz(found);
        }
    #endif
        x &= (x - 1) | (0 - (unsigned long long)(n < 1));
        x &= (x - 1) | (0 - (unsigned long long)(n < 2));
        for (; n > 2; n--) x &= x - 1;
        return lc_ctz(x);
    }
    /* eight bytes, the lowest first; compilers make one store of it */
    static inline void lc_put8(unsigned char *out, int at, unsigned long long x) {
        out += at;
        out[0] = (unsigned char)x;         out[1] = (unsigned char)(x >> 8);
        out[2] = (unsigned char)(x >> 16); out[3] = (unsigned char)(x >> 24);
        out[4] = (unsigned char)(x >> 32); out[5] = (unsigned char)(x >> 40);
        out[6] = (unsigned char)(x >> 48); out[7] = (unsigned char)(x >> 56);
    }
    /* and as many read */
    static inline unsigned long long lc_get8(const unsigned char *in, int at) {
        in += at;
        return (unsigned long long)in[0] | (unsigned long long)in[1] << 8 | (unsigned long long)in[2] << 16
            | (unsigned long long)in[3] << 24 | (unsigned long long)in[4] << 32 | (unsigned long long)in[5] << 40
            | (unsigned long long)in[6] << 48 | (unsigned long long)in[7] << 56;
    }
    /* the memory will be wanted soon */
    static inline void lc_prefetch(const void *p, int bytes) {
        int i;
        for (i = 0; i < bytes; i += 64) LC_PREFETCH((const char *)p + i);
        (void)p;
    }
    """
    int popcount "lc_pop"(unsigned long long x) noexcept nogil
    int nth "lc_nth"(unsigned long long x, int n) noexcept nogil
    int rare "LC_RARE"(int so) noexcept nogil
    int ctz "lc_ctz"(unsigned long long x) noexcept nogil
    void put_eight "lc_put8"(unsigned char *out, int at, unsigned long long x) noexcept nogil
    void prefetch "lc_prefetch"(const void *p, int bytes) noexcept nogil
    unsigned long long get_eight "lc_get8"(const unsigned char *array, int at) noexcept nogil
