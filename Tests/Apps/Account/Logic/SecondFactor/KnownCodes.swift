// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

/// Codes that the encoder python-qrcode makes: each row is a hexadecimal number whose digits 1 behind the first are dark.
enum KnownCodes {
    /// A known code.
    struct Known: Sendable, CustomTestStringConvertible {
        let text: [UInt8]
        let isLow: Bool
        let mask: Int
        let rows: String

        var testDescription: String { "\(text.count) bytes, mask \(mask)" }
    }

    static let hello = Array("HELLO".utf8)
    static let address = Array(
        "otpauth://totp/Atrium:ana?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Atrium".utf8)

    static let all: [Known] = [
        Known(
            text: hello, isLow: false, mask: 0,
            rows: """
                3fce7f 305641 37445d 37465d 37555d 304d41 3fd57f 200b00 354a12 350c42 20cd1f 35ac42 2ced54 2016a6
                3fc2e7 3047b0 3756e7 374866 375515 304c52 3fd567
                """),
        Known(
            text: hello, isLow: false, mask: 1,
            rows: """
                3fd47f 304c41 375e5d 374c5d 374f5d 305741 3fd57f 200100 346025 3fa6e8 2a67b5 3f06e8 2647fe 201c0c
                3fd84d 304d1a 374c4d 3742cc 375fbf 3046f8 3fdfcd
                """),
        Known(
            text: hello, isLow: false, mask: 2,
            rows: """
                3fc27f 304541 37585d 37555d 37595d 305e41 3fd57f 201800 37c67c 2dafcc 27d16e 2d0fcc 2bf125 201528
                3fce96 30543e 375a96 375be8 375964 304fdc 3fd916
                """),
        Known(
            text: hello, isLow: false, mask: 3,
            rows: """
                3fd27f 305e41 37455d 37555d 37425d 304341 3fd57f 201300 36eb4b 2dafcc 314a03 36227a 2bf125 201e45
                3fd320 30543e 3741fb 37565e 375964 3044b1 3fd4a0
                """),
        Known(
            text: hello, isLow: false, mask: 4,
            rows: """
                3fda7f 304d41 374f5d 37525d 37515d 305641 3fd57f 201f00 317ef9 23972f 365672 3c88d0 25c9c6 201dcb
                3fd98a 304322 375275 37430b 374e78 3048c0 3fd1f5
                """),
        Known(
            text: hello, isLow: false, mask: 5,
            rows: """
                3fc47f 305d41 37585d 37595d 37495d 304641 3fd57f 201000 3056ce 2ab3bd 27d16e 2f07ec 2647fe 201d08
                3fce96 30484f 374a96 3743c8 374fbf 3047fc 3fd916
                """),
        Known(
            text: hello, isLow: false, mask: 6,
            rows: """
                3fd47f 305d41 375c5d 37495d 375b5d 304041 3fd57f 200000 33f297 2ab3bd 234327 2e81f4 2647fe 201dcb
                3fda04 30584f 3758df 3755d0 374fbf 30473f 3fdd84
                """),
        Known(
            text: hello, isLow: false, mask: 7,
            rows: """
                3fce7f 304241 37465d 37465d 37415d 305f41 3fd57f 200f00 32d8a0 350c42 29e98d 313e0b 2ced54 201234
                3fc0ae 3057b0 374275 375a2f 374515 3048c0 3fd72e
                """),
        Known(
            text: address, isLow: true, mask: 3,
            rows: """
                3fd8338c7f 3040607041 3753e43c5d 375a19d75d 375e8ef75d 304947d441 3fd555557f 200acd2100 3e50dc1d9d
                2d08378122 24446d60c0 37b3e56fae 26fa18f7ff 349a8f3b75 20594b90a6 3539a4e0eb 32ee00402e 23318fda41
                28db0047af 2b913f2512 2d53a41d20 2995e581a6 36cb98a9ec 2e24155f54 32e16ac7df 25135c7fdd 2fdab7942a
                378654b1c2 20cd6473fd 2010576b1d 3fc0fc495b 304ed86519 374cff3df3 375c1d44f5 37505838fc 3057c438ec
                3fde391427
                """),
        Known(
            text: address, isLow: false, mask: 6,
            rows: """
                3fdf8c8a7f 305e8b0d41 375c009c5d 374291f95d 375514cb5d 304a9df041 3fd555557f 2009c26b00 33fef93197
                310e82a0fe 2dd6897239 212329022f 346d5a33e5 3d3b916a33 3e6f72433f 231920110e 23fbf0735f 2d881714e4
                2577666705 3583c75e9a 2647a316de 39ba0e6696 2ec028f253 33297910dd 28e1bf0b72 33a156015c 3879939bc3
                3102e4325e 36e54b49f8 201107571d 3fd0b3ad55 3058bd4b1a 3750833ff3 37519706c1 3744b121bd 304c9a054f
                3fdefa1115
                """),
        Known(
            text: Array(repeating: 0x78, count: 120), isLow: false, mask: 1,
            rows: """
                3fd7d187797f 3041042dd241 375bae788a5d 37410bd22b5d 3747a1f7775d 30522d1dd841 3fd55555557f
                200425177500 346673fddc25 320ad1788a87 25d6dbd2232d 2e8720877578 35f9672ddcd2 350fdd788a87
                38df38d2232d 32bf12877578 36dd072ddcd2 28afcd788a87 23ffd8d2232d 2c9f62877578 23ff27fdddf2
                251f5d188b17 27505f52215d 391dfb177518 33fcedfddff2 342a9bd88827 26c35b82207d 3901f02777d8
                336ac87ddf82 36129fd88827 2cd2d782207d 2510602777d8 266adc7ddf82 3e16afd88827 2152a782207d
                2f10902777d8 334a1dfddff2 20150f188917 3fd4bd52235d 304337177518 374093fdddf2 374b00888b77
                3757ba2221dd 304637777488 3fd391ddde21
                """),
        Known(
            text: Array(repeating: 0x79, count: 230), isLow: true, mask: 5,
            rows: """
                3fc01118555c7f 304f627a9cde41 3741bd083e525d 375beee8fffd5d 3751ca7fe38c5d 304462519cdc41
                3fd5555555557f 200b9db1367100 38ec9f1fe38f18 3103bb82fffff2 35d942e894fa48 32a29dba36716a
                21d84452555452 3216eac7ebaeb7 39f942e894fa48 29b9ccff22202f 264c9f3fe38f3f 2110eac7ebaeb7
                2dd89985222125 2e3d9dba36716a 354f9f3fe38f3f 37b5bb82fffff2 28ee42e894fa48 2abd9dba36716a
                3bf6445f5555f2 3118ead1ebaf17 2d5f42d594fb58 3b12ccf122211f 31f59f3fe38fff 2493eaedebacb7
                32cc99a8222055 368e9d9a3673ca 27409f28e38def 2804bba8fffdf2 2beb42c594fb38 2e329d9a3673ca
                3ccc4445555682 253aeaedebacb7 37cb42c594fb38 3333ccdf22228f 2e7a1f28e38def 2f252aedebacb7
                3bfcd9a8222055 2c0a9d9a3673c9 2266df3fe38dfc 201f7bb1ffff12 3fdb82f594f958 30515db136711a
                3743047f5555f2 3740eafaebaf65 374442cf94fa39 30570ce22223fd 3fd15f38e38d4c
                """),
        Known(
            text: (0..<4).flatMap { _ in Array(UInt8(32)...126) }, isLow: true, mask: 2,
            rows: """
                3fc95cd1a4ac29d77f 305456b37bece17841 374f403141fbf70c5d 375157ab5d067c295d 3741c07e3faf2bd55d
                3058aa9e91ccd2c441 3fd55555555555557f 200801033141d8f000 3f7b3599bf86bc8caa 3838302c6daf2b519f
                3df992c52ab2b8a814 393ca32b409e026a5c 38658521e686bcafe5 3e1d18540a9f0be395 2f60aa11d37907532c
                3928a0d94a16b18574 39439880d38eb2a523 3e9577dab89f0beb19 3eeb859073dfe1f74c 2c23dbfae2fb7f0fa4
                2b6657ab5c8eb0a600 22a1d07e049d08e930 29e1d86d53ecd2c7fe 3504f9f8e241d43017 3adee5795e4e304428
                3928d89cef9d0861bf 3a5ef0f70182b8ab1c 3cb69bd7f39e0aeadf 22c3e523d54e306726 2703485436bd38c3b5
                35f1a42fff79075120 3200ec65e434b14977 21fbd68eff423a69f1 271b6cd191bd38c919 2151eea375dfe1f750
                2b1fc45531fb7f8514 21ffb7ab7f423869f3 3882e07e3b3e3ac8a0 30ffe78f982cd2c432 322bf6340f41d43f45
                20c0059180c2f8c9a8 2c38a8247cbe3a418f 2f748bc41782b8ab00 3194656f1f9e0ae3fd 27526503d0c2f8e916
                368348540e8e1af0a5 307699c0dd79076288 2da9d3a90e34b14815 385b9880d0caf6e0d1 351c27dab68e1afaab
                2b455d004adfe1d78a 24bdaf9e93fb7f8426 26f837ab7b4af4e078 22b2607e33cc19fb60 3ecbd5704820d1f40a
                3586cef0c7c1d43f46 2cf36571430a7400a8 3b2e9894fc8c19724f 35e5f97e0782ba8928 30311d93975e0ae3fe
                33455703df0a7421f6 20102a5411ac29d31d 3fdff6fed579346354 3044df25b1bcb14916 375e968eff067e2ff1
                37546cd193ac29d914 37597e3bf6dfc3d764 305b20117f377cb4a4 3fd037ab65867c0e1a
                """),
    ]
}
